/** Made by tools/language_plugins.ts. */
declare module "virtual:languages" {
  const table: Readonly<Record<string, import("./languages").Row>>;
  export default table;
}

declare module "virtual:language-names" {
  const names: Readonly<Record<string, string>>;
  export default names;
}

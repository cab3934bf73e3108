/** The address to type, as short as it can be written. */
export function address(joinUrl: string | null, code: string): string {
  const url = joinUrl ?? `${location.host}/${code}`;
  return url.replace(/^http:\/\//, "").replace(/^(https:\/\/[^/:]+):443\//, "$1/");
}

/** How brightly this phone shows its paper: by the lamp, or in a dark room by a candle. */
import { keepLight, keptLight } from "./memory";

export type Light = "lamp" | "candle";

/** The light that this phone was left in. */
export function lightNow(): Light {
  return keptLight() === "candle" ? "candle" : "lamp";
}

/** Show the page in this light from now on; what the browser draws around it, too. */
export function lightBy(light: Light): void {
  keepLight(light);
  showLight();
}

/** Once, as the page begins. */
export function showLight(): void {
  const root = document.documentElement;
  root.dataset["light"] = lightNow();
  const around = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (around !== null) around.content = getComputedStyle(root).getPropertyValue("--table-deep").trim();
}

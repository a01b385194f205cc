/** `data:image/png;base64,`, of any raster format. An SVG image could contain a program. */
const prefix = /^data:(image\/(?:png|jpeg|gif|webp));base64,/i;

/**
 * The `src` of an image for a `base64QrCode`, which the service sends with or without a `data:`
 * prefix. Undefined if there is none, or if it is no raster image in base64.
 *
 * @example
 * ```ts
 * import { toImageSource } from "bursar";
 *
 * console.log(toImageSource("iVBORw0KGgo=")); // data:image/png;base64,iVBORw0KGgo=
 * console.log(toImageSource("data:image/png;base64,iVBORw0KGgo=")); // the same
 * ```
 */
export function toImageSource(base64QrCode: string | null | undefined): string | undefined {
  if (typeof base64QrCode !== "string") return undefined;
  const text = base64QrCode.trim();
  const type = prefix.exec(text)?.[1]?.toLowerCase() ?? "image/png";
  const data = text.replace(prefix, "");
  return /^[A-Za-z0-9+/]+={0,2}$/.test(data) ? `data:${type};base64,${data}` : undefined;
}

/** Shortens an address. Offer the full address next to it. */
export function shortAddress(address: string): string {
  return address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}

/**
 * Groups the digits of a decimal string and truncates its fraction, without converting it to a
 * number.
 */
export function groupDigits(amount: string, decimals = 6): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  const cut = fraction.slice(0, decimals).replace(/0+$/, "");
  // Do not show a tiny amount as zero.
  if (/^0*$/.test(whole) && cut === "" && /[1-9]/.test(fraction))
    return `<0.${"0".repeat(Math.max(0, decimals - 1))}1`;
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${cut ? `.${cut}` : ""}`;
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Formats a value in US dollars. */
export function usd(amount: string | number | null | undefined): string {
  const value = Number(amount);
  return amount === null || amount === undefined || amount === "" || Number.isNaN(value)
    ? "–"
    : dollars.format(value);
}

/** Formats a time in the user's time zone. */
export function when(iso: string | number | null | undefined): string {
  if (iso === null || iso === undefined) return "–";
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? String(iso)
    : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** Formats CROSS_SWAP as "Cross swap". */
export function words(name: string): string {
  const text = name.replaceAll("_", " ").toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats the name ROUTER_A as "Router A". */
export function titled(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/\b\w/g, (letter) => letter.toUpperCase());
}

/** Removes the path from a problem's message. */
export function withoutPath(message: string): string {
  return message.replace(/^[^\s:]+: /, "");
}

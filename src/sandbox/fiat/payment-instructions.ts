import type { DepositInstructions } from "../../contract/fiat/types.js";

const company = "Sandbox Payments";
const address = { addressLine1: "1 Loopback Street", addressLine2: "New York, NY 10001, US" };
const mexicanAddress = { addressLine1: "1 Calle Loopback", addressLine2: "06000 CDMX, MX" };

// A grey pixel in place of a QR code.
const placeholderPng =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==";

/** Only the ACH fields are documented. The others are the sandbox's own. */
export function createInstructions(
  method: string,
  orderId: string,
  amount: string,
): DepositInstructions {
  const memoCode = orderId.toUpperCase();
  switch (method) {
    case "PIX":
      // Base64 without a data URL prefix, like the service.
      return { type: "PIX", pixKey: createPixCode(orderId, amount), base64QrCode: placeholderPng };
    case "SPEI":
      return {
        type: "SPEI",
        clabe: createClabe("64618000000000000"),
        beneficiary: { name: company, ...address },
        receivingBank: { name: "Banco Sandbox", ...mexicanAddress },
        memoCode,
      };
    default:
      return {
        type: method,
        routingNumber: "110000000",
        accountNumber: "0001234567",
        accountType: "CHECKING",
        beneficiary: { name: company, ...address },
        receivingBank: { name: "Sandbox Bank", ...address },
        memoCode,
      };
  }
}

/** A PIX code (EMV): fields of id, length and value, then a checksum. */
function createPixCode(orderId: string, amount: string): string {
  const field = (id: string, value: string) =>
    `${id}${String(value.length).padStart(2, "0")}${value}`;
  const account = field("00", "br.gov.bcb.pix") + field("01", "deposits@sandbox.example.com");
  const text = [
    field("00", "01"),
    field("26", account),
    field("52", "0000"),
    field("53", "986"),
    field("54", amount),
    field("58", "BR"),
    field("59", company),
    field("60", "SAO PAULO"),
    field("62", field("05", orderId.replace(/\W|_/g, ""))),
    "6304",
  ].join("");
  return text + crc16(text);
}

/** CRC-16/CCITT-FALSE, the checksum of EMV codes. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const char of text) {
    crc ^= char.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

/** A Mexican account number: 17 digits and a check digit. */
function createClabe(digits: string): string {
  const weights = [3, 7, 1];
  const sum = [...digits].reduce(
    (total, digit, i) => total + ((Number(digit) * (weights[i % 3] as number)) % 10),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

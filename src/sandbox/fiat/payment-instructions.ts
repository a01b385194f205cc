import type { DepositInstructions } from "../../contract/fiat/deposit-records.js";

const company = "Sandbox Payments";
const address = { addressLine1: "1 Loopback Street", addressLine2: "New York, NY 10001, US" };
const mexicanAddress = { addressLine1: "1 Calle Loopback", addressLine2: "06000 CDMX, MX" };

/** A QR code of the text "SANDBOX: DO NOT PAY". */
const qrCodePng =
  "iVBORw0KGgoAAAANSUhEUgAAAB0AAAAdAQAAAAB+6FqiAAAAe0lEQVR42m3NMQrCUBAG4amstRBsvEu8gBAQFUVyDP9j" +
  "6Am8iL2doJImEKztXmDhraRYsRWbqT4YIsL5SRoWIt8rYeubsE0pbFmKXD9FGhciunC6w0D07/brXsL7q4j5xYm0d9L0" +
  "6OR64dhu4tj25NjqLPJjJtKoEX/mH3/lV2m5W+koAAAAAElFTkSuQmCC";

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
      return { type: "PIX", pixKey: createPixCode(orderId, amount), base64QrCode: qrCodePng };
    case "SPEI":
      return {
        type: "SPEI",
        clabe: "646180000000000000",
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

/** Looks like a PIX code (EMV). Its checksum is made up, so no bank accepts it. */
function createPixCode(orderId: string, amount: string): string {
  const receiver = "26500014br.gov.bcb.pix0128deposits@sandbox.example.com";
  const payment = `520400005303986540${amount.length}${amount}`;
  return `000201${receiver}${payment}5802BR5916${company}6009SAO PAULO62${orderId}6304ABCD`;
}

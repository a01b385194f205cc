import type { PaymentMethod } from "bursar";

/** The values of the form for a bank account or a PIX key. */
export interface BankDraft {
  type: string;
  beneficiaryName: string;
  routingNumber: string;
  accountNumber: string;
  pixKey: string;
}

export const emptyBank: BankDraft = {
  type: "ACH",
  beneficiaryName: "",
  routingNumber: "",
  accountNumber: "",
  pixKey: "",
};

/** An account that does not exist, for the sandbox. */
export const sampleBank: BankDraft = {
  type: "ACH",
  beneficiaryName: "Ana Silva",
  routingNumber: "110000000",
  accountNumber: "0001234567",
  pixKey: "ana@example.com",
};

export function toPaymentMethod(draft: BankDraft): PaymentMethod {
  const { type, beneficiaryName, routingNumber, accountNumber, pixKey } = draft;
  if (type === "PIX") return { type, pixKey: pixKey.trim() };
  return {
    type: "ACH",
    routingNumber: routingNumber.trim(),
    accountNumber: accountNumber.trim(),
    accountType: "CHECKING",
    beneficiaryName: beneficiaryName.trim(),
  };
}

/** The account in one line. */
export function formatReceiver({ type, ...bank }: BankDraft): string {
  return type === "PIX"
    ? `PIX key ${bank.pixKey}`
    : `${bank.beneficiaryName}, account ${bank.accountNumber}, routing number ${bank.routingNumber}`;
}

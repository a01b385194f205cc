import type { GasFeePaymentMethod } from "bursar";
import { Select } from "./Select";

const gasMethods: readonly { value: GasFeePaymentMethod; label: string }[] = [
  { value: "DEDUCT_FROM_AMOUNT", label: "Deducted from the amount" },
  { value: "ADD_TO_AMOUNT", label: "Added to the amount" },
];

interface GasMethodSelectProps {
  value: GasFeePaymentMethod;
  onChange(value: GasFeePaymentMethod): void;
}

export function GasMethodSelect({ value, onChange }: GasMethodSelectProps) {
  return (
    <Select
      label="Gas is paid"
      value={value}
      onChange={(method) => onChange(method as GasFeePaymentMethod)}
      options={gasMethods}
    />
  );
}

import { type BankParty, type DepositInstructions, toImageSource } from "bursar";
import { useEffect, useRef } from "react";
import { CopyText } from "../../ui/CopyText";
import { Facts } from "../../ui/Facts";
import { words } from "../../ui/format";

/** Formats the name routingNumber as "Routing number". */
const nameOf = (field: string) => words(field.replace(/[A-Z]/g, (letter) => `_${letter}`));

const partyLines = ({ name, addressLine1, addressLine2 }: BankParty) =>
  [name, addressLine1, addressLine2].filter(Boolean).join(", ");

/** How to pay a deposit. Every field is shown unchanged, also one that this page does not know. */
export function PaymentInstructions({ instructions }: { instructions: DepositInstructions }) {
  const place = useRef<HTMLElement>(null);
  // The pressed button is removed. Move the focus, so that it does not return to the top.
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const { type, base64QrCode, pixKey, beneficiary, receivingBank, ...others } = instructions;
  const source = toImageSource(base64QrCode);
  const texts = Object.entries(others).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return (
    <section ref={place} tabIndex={-1} className="instructions" aria-label={`Pay by ${type}`}>
      {source && (
        <img className="qr" src={source} alt="QR code of the payment" width={180} height={180} />
      )}
      {pixKey && (
        <div className="stack instructions-text">
          <p className="field-label">Copy and paste in your bank's app</p>
          <CopyText text={pixKey} label="PIX code" full />
        </div>
      )}
      {!pixKey && (
        <Facts
          facts={[
            ...(beneficiary ? [["Beneficiary", partyLines(beneficiary)] as const] : []),
            ...(receivingBank ? [["Bank", partyLines(receivingBank)] as const] : []),
            ...texts.map(
              ([field, text]) =>
                [
                  nameOf(field),
                  <CopyText key={field} text={text} label={nameOf(field)} full />,
                ] as const,
            ),
          ]}
        />
      )}
    </section>
  );
}

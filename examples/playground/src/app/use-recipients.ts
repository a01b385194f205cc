import { type Address, isAddress } from "bursar";
import { useState } from "react";
import { getAddress } from "viem/utils";

const settingName = "bursar-playground-recipients";

/** An entry of the recipient book. The address has its checksum. */
export interface Recipient {
  label: string;
  address: Address;
}

/** The problems of a new entry, by field. */
export interface RecipientProblems {
  label?: string | undefined;
  address?: string | undefined;
}

function saved(): Recipient[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(settingName) ?? "[]");
    if (!Array.isArray(list)) return [];
    const book: Recipient[] = [];
    for (const entry of list) {
      const { label = "", address = "" } = Object(entry) as Record<string, unknown>;
      const draft = { label: String(label), address: String(address) };
      if (Object.keys(findProblems(draft, book)).length === 0) book.push(toRecipient(draft));
    }
    return book;
  } catch {
    // The setting is not JSON.
    return [];
  }
}

/** The form of an entry, before it is validated. */
export interface RecipientDraft {
  label: string;
  address: string;
}

const toRecipient = ({ label, address }: RecipientDraft): Recipient => ({
  label: label.trim(),
  address: getAddress(address.trim()),
});

/** Returns the entry of an address. */
export function findRecipient(
  book: readonly Recipient[],
  address: string | undefined,
): Recipient | undefined {
  return book.find((entry) => entry.address.toLowerCase() === address?.toLowerCase());
}

/** Validates a new entry. A label or an address that the book has would be ambiguous. */
export function findProblems(
  { label, address }: RecipientDraft,
  book: readonly Recipient[],
): RecipientProblems {
  const name = label.trim().toLowerCase();
  const hasLabel = book.some((entry) => entry.label.toLowerCase() === name);
  const known = findRecipient(book, address.trim());
  const text = address.trim();
  const form = /^0x[0-9a-f]{40}$/i.test(text)
    ? "The checksum does not match: compare each character with the original."
    : "Expected 0x and 40 hex digits.";
  return {
    ...(name === "" && { label: "Enter a label." }),
    ...(hasLabel && { label: "The book has this label already." }),
    ...(!isAddress(text) && { address: form }),
    ...(isAddress(text) && known && { address: `The book has this address: ${known.label}.` }),
  };
}

/** The recipient book, which this browser keeps, and a function that replaces it. */
export function useRecipients() {
  const [book, setBook] = useState<readonly Recipient[]>(saved);
  const save = (next: readonly Recipient[]) => {
    localStorage.setItem(settingName, JSON.stringify(next));
    setBook(next);
  };
  return {
    book,
    add(draft: RecipientDraft): Recipient {
      const recipient = toRecipient(draft);
      save([...book, recipient]);
      return recipient;
    },
    remove: ({ address }: Recipient) => save(book.filter((entry) => entry.address !== address)),
  };
}

/** What a field of the response repeats of the request. */
export interface RepeatedValue {
  /** For the error of another value. */
  readonly expected: string;
  /** Undefined if the received value cannot be read: nothing follows from it then. */
  equals(received: unknown): boolean | undefined;
}

/** An address or a hash. Hex has no case. */
export function matchHex(value: string | undefined): RepeatedValue | undefined {
  if (value === undefined) return undefined;
  const isReadable = (text: string) => text.length === value.length;
  return {
    expected: value,
    equals: compareHex((text) => text === value.toLowerCase(), isReadable),
  };
}

/** Hex and UUIDs, which have no case. */
const withoutCase = /0x[\da-f]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** An id, exactly, but for the case of hex and UUIDs in it. */
export function matchId(value: string): RepeatedValue {
  const normalize = (id: string) => id.replace(withoutCase, (part) => part.toLowerCase());
  const equals = (received: unknown) => {
    const isReadable = typeof received === "string" && received !== "";
    return isReadable ? normalize(received) === normalize(value) : undefined;
  };
  return { expected: value, equals };
}

/** Call data that begins with `start`, and has `digits` further digits. */
export function matchCall(expected: string, start: string, digits: number): RepeatedValue {
  const length = start.length + digits;
  const isEqual = (text: string) => text.length === length && text.startsWith(start.toLowerCase());
  return { expected, equals: compareHex(isEqual) };
}

/** A whole number, as a number or its digits. */
export function matchNumber(
  value: string | number | bigint | undefined,
): RepeatedValue | undefined {
  const number = readWhole(value);
  if (number === undefined) return undefined;
  const equals = (received: unknown) => {
    const other = readWhole(received);
    return other === undefined ? undefined : other === number;
  };
  return { expected: String(number), equals };
}

function compareHex(
  isEqual: (text: string) => boolean,
  isReadable: (text: string) => boolean = () => true,
): RepeatedValue["equals"] {
  return (received) => {
    if (typeof received !== "string" || !/^0x[\da-f]*$/i.test(received)) return undefined;
    return isReadable(received) ? isEqual(received.toLowerCase()) : undefined;
  };
}

/** A larger number of JSON has lost digits. */
function readWhole(value: unknown): bigint | undefined {
  const isWhole =
    typeof value === "bigint" ||
    (typeof value === "string" && /^\d{1,100}$/.test(value)) ||
    (Number.isSafeInteger(value) && (value as number) >= 0);
  return isWhole ? BigInt(value as string | number | bigint) : undefined;
}

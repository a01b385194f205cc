import { CopyButton } from "./CopyButton";
import { shortAddress } from "./format";

interface CopyTextProps {
  text: string;
  /** The name of the text, for example "wallet address". */
  label: string;
  /** Show the whole text instead of its start and end. */
  full?: boolean | undefined;
  /** What is shown in place of the text. */
  shown?: string | undefined;
}

/** A monospace text with a button that copies it. */
export function CopyText({ text, label, full, shown }: CopyTextProps) {
  return (
    <span className="copy">
      <span className="mono break" title={text}>
        {shown ?? (full ? text : shortAddress(text))}
      </span>
      <CopyButton text={text} label={label} />
    </span>
  );
}

import { useEffect, useState } from "react";
import { shortAddress } from "./format";
import { Icon } from "./Icon";

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
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Without permission the user can still select the text.
    }
  };
  return (
    <span className="copy">
      <span className="mono break" title={text}>
        {shown ?? (full ? text : shortAddress(text))}
      </span>
      <button
        className="icon-button small"
        type="button"
        onClick={copy}
        aria-label={copied ? "Copied" : `Copy ${label}`}
      >
        <Icon name={copied ? "check" : "copy"} />
      </button>
    </span>
  );
}

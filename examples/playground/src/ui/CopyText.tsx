import { useEffect, useState } from "react";
import { shortAddress } from "./format";
import { Icon } from "./Icon";

interface CopyTextProps {
  text: string;
  /** What it is, such as "wallet address". */
  label: string;
  /** Show all of it. @defaultValue the start and the end */
  full?: boolean | undefined;
}

/** A text in a fixed-width face, and a button that copies all of it. */
export function CopyText({ text, label, full }: CopyTextProps) {
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
      // Without permission the text can still be selected by hand.
    }
  };
  return (
    <span className="copy">
      <span className="mono break" title={text}>
        {full ? text : shortAddress(text)}
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

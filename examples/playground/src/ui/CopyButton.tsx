import { useEffect, useState } from "react";
import { Icon } from "./Icon";

/** A button that copies a text. `label` is its name, for example "wallet address". */
export function CopyButton({ text, label }: { text: string; label: string }) {
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
    <button
      className="icon-button small"
      type="button"
      onClick={copy}
      aria-label={copied ? "Copied" : `Copy ${label}`}
    >
      <Icon name={copied ? "check" : "copy"} />
    </button>
  );
}

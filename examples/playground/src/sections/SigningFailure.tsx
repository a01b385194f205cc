import { useEffect, useRef } from "react";
import { ErrorNote } from "../ui/ErrorNote";

/** Why nothing was signed, scrolled into view above the actions of a dialog. */
export function SigningFailure({ error }: { error: unknown }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== undefined) element.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  return (
    <div ref={element} className="dialog-refusal">
      {error !== undefined && <ErrorNote error={error} title="Nothing was signed" />}
    </div>
  );
}

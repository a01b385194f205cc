import { useEffect, useState } from "react";

/** How long something has been under way in all, in milliseconds. */
export function useTimeOf(underWay: boolean): number {
  const [total, setTotal] = useState(0);
  useEffect(() => {
    if (!underWay) return;
    const begun = performance.now();
    return () => setTotal((before) => before + performance.now() - begun);
  }, [underWay]);
  return total;
}

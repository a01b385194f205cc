import { useEffect, useState } from "react";

/** Returns the total time that something has been running, in milliseconds. */
export function useTimeOf(isRunning: boolean): number {
  const [total, setTotal] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const startedAt = performance.now();
    return () => setTotal((before) => before + performance.now() - startedAt);
  }, [isRunning]);
  return total;
}

import { useEffect, useRef } from "react";

/** Calls whenever an element comes near what is seen of the page. Undefined waits. */
export function useVisible(onVisible: (() => void) | undefined) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = element;
    if (!current || !onVisible) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onVisible(),
      {
        rootMargin: "400px",
      },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [onVisible]);
  return element;
}

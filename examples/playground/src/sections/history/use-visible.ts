import { useEffect, useRef } from "react";

/** Calls the function whenever the element comes near the viewport. Pass undefined to pause. */
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

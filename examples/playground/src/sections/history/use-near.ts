import { useEffect, useRef, useState } from "react";

/** Returns whether an element is near the viewport, and its last height there. */
export function useNear<Type extends HTMLElement>() {
  const element = useRef<Type>(null);
  const [state, setState] = useState({ near: true, height: 0 });
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const near = entry?.isIntersecting ?? true;
        setState((before) =>
          before.near === near
            ? before
            : { near, height: near ? before.height : current.offsetHeight },
        );
      },
      { rootMargin: "1200px" },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { element, ...state };
}

import { useEffect, useState } from "react";
import { type Section, sections } from "./sections";

const first = sections[0] as Section;

function current(): Section {
  const id = location.hash.replace(/^#\/?/, "");
  return sections.find((section) => section.id === id) ?? first;
}

/** Returns the section in the URL. */
export function useRoute(): Section {
  const [section, setSection] = useState(current);
  useEffect(() => {
    const follow = () => setSection(current());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return section;
}

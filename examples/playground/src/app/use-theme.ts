import { useEffect, useLayoutEffect, useState } from "react";

export type Theme = "light" | "dark";

const settingName = "bursar-playground-theme";
const system = () => matchMedia("(prefers-color-scheme: dark)");

function saved(): Theme | undefined {
  const theme = localStorage.getItem(settingName);
  return theme === "light" || theme === "dark" ? theme : undefined;
}

/** The theme: the system's until the user chooses one. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [chosen, setChosen] = useState(saved);
  const [dark, setDark] = useState(() => system().matches);
  useEffect(() => {
    const query = system();
    const follow = () => setDark(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  const theme = chosen ?? (dark ? "dark" : "light");
  // Set the theme before the first paint, so that a dark page does not flash white.
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const choose = (next: Theme) => {
    localStorage.setItem(settingName, next);
    setChosen(next);
  };
  return [theme, choose];
}

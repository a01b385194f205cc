import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { EmptyState } from "../ui/EmptyState";
import { shortAddress } from "../ui/format";
import { Icon } from "../ui/Icon";
import { LoadBoundary } from "../ui/LoadBoundary";
import { Spinner } from "../ui/Spinner";
import { useApp } from "./AppContext";
import { Nav } from "./Nav";
import { SettingsDialog } from "./SettingsDialog";
import { type Section, sections } from "./sections";
import { useRoute } from "./use-route";
import { useTheme } from "./use-theme";

/** Returns the section of an id, or a page that says that there is none. */
function findSection(id: string): Section {
  const found = sections.find((section) => section.id === (id || "connect"));
  if (found) return found;
  const Content = () => (
    <EmptyState icon="alert" title={`There is no section "${id}"`}>
      <a className="button" data-kind="primary" href="#/connect">
        Go to the start
      </a>
    </EmptyState>
  );
  return { id, group: "", title: "Not found", about: "Check the address of this page.", Content };
}

/** The layout around every section: navigation, settings, theme. */
export function Shell() {
  const { id: routeId } = useRoute();
  const { id, title, about, Content } = useMemo(() => findSection(routeId), [routeId]);
  const { session, sandbox, baseUrl } = useApp();
  const [theme, setTheme] = useTheme();
  const [settings, setSettings] = useState(false);
  const [menu, setMenu] = useState(false);
  const side = useRef<HTMLElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(id);

  useEffect(() => {
    document.title = `${title} · Bursar playground`;
    if (shown.current === id) return;
    shown.current = id;
    // Start each section at its top.
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [id, title]);

  useEffect(() => {
    if (!menu) return;
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setMenu(false);
      menuButton.current?.focus();
    };
    const closeOutside = ({ target }: PointerEvent) => {
      if (!side.current?.contains(target as Node)) setMenu(false);
    };
    addEventListener("keydown", closeByKey);
    addEventListener("pointerdown", closeOutside);
    return () => {
      removeEventListener("keydown", closeByKey);
      removeEventListener("pointerdown", closeOutside);
    };
  }, [menu]);

  return (
    <div className="shell">
      <button className="skip" type="button" onClick={() => heading.current?.focus()}>
        Skip to content
      </button>
      <header className="side" data-open={menu} ref={side}>
        <div className="side-top">
          <a className="brand" href="#/connect">
            <span className="brand-mark" aria-hidden="true">
              B
            </span>
            Bursar <span className="brand-sub">playground</span>
          </a>
          <button
            ref={menuButton}
            className="icon-button menu-button"
            type="button"
            aria-expanded={menu}
            aria-controls="sections"
            onClick={() => setMenu(!menu)}
          >
            <Icon name={menu ? "close" : "menu"} />
            <span className="sr-only">Menu</span>
          </button>
        </div>
        <div className="side-body" id="sections">
          <Nav current={id} onChoose={() => setMenu(false)} />
          <div className="side-foot">
            <p className="place" title={baseUrl}>
              <span className="dot" data-tone={sandbox ? "good" : "info"} aria-hidden="true" />
              {sandbox ? "Sandbox in this page" : baseUrl}
            </p>
            {session && (
              <p className="place">
                <Icon name="wallet" />
                <span className="mono">{shortAddress(session.walletAddress)}</span>
              </p>
            )}
            <div className="side-tools">
              <button className="quiet-button" type="button" onClick={() => setSettings(true)}>
                <Icon name="settings" /> Settings
              </button>
              <button
                className="icon-button"
                type="button"
                onClick={() => setTheme(theme === "dark" ? "light" : "dark")}
                aria-label={theme === "dark" ? "Use the light theme" : "Use the dark theme"}
              >
                <Icon name={theme === "dark" ? "sun" : "moon"} />
              </button>
            </div>
          </div>
        </div>
      </header>
      <main className="main" id="main">
        <header className="page-head">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p className="lede">{about}</p>
        </header>
        <LoadBoundary key={id}>
          <Suspense fallback={<Spinner label={`Loading ${title}`} />}>
            <Content />
          </Suspense>
        </LoadBoundary>
      </main>
      <SettingsDialog
        open={settings}
        onClose={() => setSettings(false)}
        theme={theme}
        setTheme={setTheme}
      />
    </div>
  );
}

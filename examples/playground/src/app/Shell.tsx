import { useEffect, useRef, useState } from "react";
import { shortAddress } from "../ui/format";
import { Icon } from "../ui/Icon";
import { useApp } from "./AppContext";
import { Nav } from "./Nav";
import { SettingsDialog } from "./SettingsDialog";
import { useRoute } from "./use-route";
import { useTheme } from "./use-theme";

/** The layout around every section: navigation, settings, theme. */
export function Shell() {
  const { id, title, about, Content } = useRoute();
  const { session, sandbox, baseUrl } = useApp();
  const [theme, setTheme] = useTheme();
  const [settings, setSettings] = useState(false);
  const [menu, setMenu] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(id);

  useEffect(() => {
    document.title = `${title} · Bursar playground`;
    if (shown.current === id) return;
    shown.current = id;
    setMenu(false);
    // Start each section at its top.
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [id, title]);

  return (
    <div className="shell">
      <button className="skip" type="button" onClick={() => heading.current?.focus()}>
        Skip to content
      </button>
      <header className="side" data-open={menu}>
        <div className="side-top">
          <a className="brand" href="#/connect">
            <span className="brand-mark" aria-hidden="true">
              B
            </span>
            Bursar <span className="brand-sub">playground</span>
          </a>
          <button
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
          <Nav current={id} />
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
        <Content />
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

import type { Engine } from "./engine.js";
import { launchFirefox } from "./firefox.js";
import { launchWebKit } from "./webkit.js";

export const launchers = {
  firefox: () => launchFirefox(),
  webkit: () => launchWebKit(),
} satisfies Record<string, () => Promise<Engine>>;

declare module "vitest" {
  interface ProvidedContext {
    /** The browser that a suite runs in or controls. */
    engine: keyof typeof launchers;
  }
}

import { defineBrowserProvider } from "@vitest/browser";
import type { BrowserProvider, BrowserProviderOption } from "vitest/node";
import type { Engine } from "./engine.js";

/** A browser provider for suites that need a page only: it has no commands for mouse and keys. */
export const engineProvider = (
  name: string,
  launchEngine: () => Promise<Engine>,
): BrowserProviderOption =>
  defineBrowserProvider({
    name,
    supportedBrowser: [name],
    providerFactory(): BrowserProvider {
      const engines = new Map<string, Promise<Engine>>();
      return {
        name,
        supportsParallelism: false,
        getCommandsContext: () => ({}),
        async openPage(sessionId, url) {
          const engine = engines.get(sessionId) ?? launchEngine();
          engines.set(sessionId, engine);
          await (await engine).navigate(url);
        },
        async close() {
          for (const engine of engines.values()) await (await engine).close();
        },
      };
    },
  });

// node metro.mjs <app> <out>: bundles the app with React Native's settings and prints the warnings.
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const require = createRequire(`${process.cwd()}/x.js`);
const { getDefaultConfig, mergeConfig } = require("@react-native/metro-config");
const Metro = require("metro");

const [app, out] = process.argv.slice(2);
const root = process.cwd();
const inReactNative = (path) => join(root, "node_modules/react-native", path);
const aliases = {
  "react-native-url": inReactNative("Libraries/Blob/URL.js"),
  "react-native-abort-controller": inReactNative(
    "src/private/webapis/dom/abort-api/AbortController.js",
  ),
  "react-native-abort-signal": inReactNative("src/private/webapis/dom/abort-api/AbortSignal.js"),
};
const warnings = [];
const config = mergeConfig(getDefaultConfig(root), {
  projectRoot: root,
  watchFolders: [root],
  maxWorkers: 1,
  cacheStores: [],
  reporter: {
    update: ({ type, error, message }) => {
      if (/fail|error|warn/.test(type)) warnings.push(`${type} ${error?.message ?? message ?? ""}`);
    },
  },
  resolver: {
    resolveRequest(context, name, platform) {
      if (name in aliases) return { type: "sourceFile", filePath: aliases[name] };
      // This module needs native code, which does not exist here.
      if (name.endsWith("/NativeBlobModule"))
        return { type: "sourceFile", filePath: resolve(app, "none.js") };
      return context.resolveRequest(context, name, platform);
    },
  },
  // Leave out React Native's startup code, which is mostly native. The app's host.js has the rest.
  serializer: {
    getModulesRunBeforeMainModule: () => [],
    getPolyfills: () => require("@react-native/js-polyfills")(),
  },
});
const warn = console.warn;
console.warn = (...parts) => warnings.push(parts.join(" "));
const { code } = await Metro.runBuild(config, {
  entry: resolve(app, "index.js"),
  platform: "ios",
  dev: false,
  minify: false,
  out: resolve(out),
});
console.warn = warn;
await writeFile(resolve(out), code);
console.log(JSON.stringify(warnings));
process.exit();

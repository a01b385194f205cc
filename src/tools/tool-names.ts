export const toToolName = (operation: string): string => operation.replaceAll(".", "_");

/** Methods that are no operation, and the tool that comes closest. */
const closest: Readonly<Record<string, string>> = {
  "wallets.waitForTransaction": "wallets_history",
  "wallets.ensure": "wallets_register",
};

/** A text for a model: it names tools in place of methods. */
export const nameTools = (text: string): string =>
  text
    .replace(/client\.([\w.]*\w)/g, (_, method) => closest[method] ?? toToolName(method))
    .replaceAll("`once`", "the tool");

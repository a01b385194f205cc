export const toToolName = (operation: string): string => operation.replaceAll(".", "_");

/** A text for a model: it names tools in place of methods. Two methods are no operation. */
export const nameTools = (text: string): string =>
  text
    .replaceAll("client.wallets.waitForTransaction", "wallets_history")
    .replaceAll("client.wallets.ensure", "wallets_register")
    .replace(/client\.([\w.]*\w)/g, (_, method) => toToolName(method))
    .replaceAll("`once`", "the tool");

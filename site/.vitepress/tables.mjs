/** A longer name in a table breaks between its words, and an address anywhere. */
const longest = 14;
const breaks = /(?<=[a-z0-9])(?=[A-Z])|(?<=[_./])(?=\w)|(?<=[a-z0-9]{16})(?=[a-z0-9])/g;

/**
 * Labels the cells of tables with three columns or more, so that each row is a list on a phone, and
 * lets long names in tables break between their words.
 */
export function withTables(md) {
  md.core.ruler.push("tables", ({ tokens }) => {
    let labels = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.type === "table_open") labels = [];
      if (token.type === "tr_open") column = 0;
      if (token.type !== "th_open" && token.type !== "td_open") continue;
      const { children } = tokens[index + 1];
      for (const child of children)
        if (child.type === "code_inline" && child.content.length > longest)
          child.meta = { canBreak: true };
      if (token.type === "th_open") labels.push(children.map(({ content }) => content).join(""));
      else if (labels.length > 2) token.attrSet("data-label", labels[column++]);
    }
  });
  const renderCode = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, index, ...rest) => {
    const html = renderCode(tokens, index, ...rest);
    if (!tokens[index].meta?.canBreak) return html;
    return html.replace(/(?<=>)[^<]+/, (text) => text.replace(breaks, "<wbr>"));
  };
}

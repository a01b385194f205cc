/** Wraps the rule for code blocks, so that a block of Mermaid becomes a figure of the theme. */
export function withMermaid(renderBlock) {
  return (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    if (info.trim() !== "mermaid") return renderBlock(tokens, index, ...rest);
    return `<MermaidFigure source="${encodeURIComponent(content)}" />\n`;
  };
}

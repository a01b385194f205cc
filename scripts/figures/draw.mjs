// Shapes of the figures, as SVG text. All sizes are pixels. Figures are at most 440 pixels wide, so
// that a phone shows their text at 11 pixels.

const lineHeight = 19;
const escapeText = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/**
 * Lines of text around the middle `y`. A line in backquotes is code, one that begins with `#` is a
 * title, and one that begins with `~` is soft.
 */
export function text(x, y, lines, anchor = "") {
  const kinds = { "#": "title", "~": "soft", "`": "code" };
  return [lines]
    .flat()
    .map((line, i, all) => {
      const kind = kinds[line[0]] ?? "";
      const content = kind ? line.slice(1).replace(/`$/, "") : line;
      const baseline = y + 5 + (i - (all.length - 1) / 2) * lineHeight;
      const names = [kind, anchor].filter(Boolean).join(" ");
      const attribute = names && ` class="${names}"`;
      return `<text x="${x}" y="${baseline}"${attribute}>${escapeText(content)}</text>`;
    })
    .join("\n");
}

/** A rectangle with lines of text in its middle. */
export function box([x, y, width, height], lines = [], kind = "box") {
  const shape = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" class="${kind}"/>`;
  const middle = text(x + width / 2, y + height / 2, lines);
  return [shape, middle].filter(Boolean).join("\n");
}

/** A rectangle around other shapes, with its title at the top. */
export function group([x, y, width, height], title) {
  const shape = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" class="group"/>`;
  const heading = title && text(x + 12, y + 20, `#${title}`, "start over");
  return [shape, heading].filter(Boolean).join("\n");
}

const toPath = (points) => `M${points.map((point) => point.join(" ")).join("L")}`;
const readPoints = (path) => path.split(", ").map((point) => point.split(" ").map(Number));
const drawLine = (points, isDashed) =>
  `<path d="${toPath(points)}" class="${isDashed ? "line dashed" : "line"}"/>`;

/** A line through points, as `x y, x y`. */
export const line = (path, isDashed = false) => drawLine(readPoints(path), isDashed);

/** A line with a head at its last point. */
export function arrow(path, isDashed = false) {
  const points = readPoints(path);
  const [x, y] = points.at(-1);
  const [fromX, fromY] = points.at(-2);
  const [dx, dy] = [Math.sign(x - fromX), Math.sign(y - fromY)];
  const [backX, backY] = [x - dx * 9, y - dy * 9];
  const sides = [1, -1].map((side) => [backX - side * dy * 4.5, backY + side * dx * 4.5]);
  // It ends inside its head.
  const body = drawLine([...points.slice(0, -1), [x - dx * 5, y - dy * 5]], isDashed);
  return `${body}\n<path d="${toPath([[x, y], ...sides])}Z" class="head"/>`;
}

/** A figure. `title` is for screen readers, where no text stands in its place. */
export function figure({ title, width = 440, height }, shapes) {
  return `<svg xmlns="http://www.w3.org/2000/svg" class="figure" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>${escapeText(title)}</title>
<rect width="${width}" height="${height}" rx="8" class="page"/>
${shapes.flat().join("\n")}
</svg>
`;
}

/**
 * Messages between lanes, from top to bottom. Each step is `[from, to, lines]`. The message is
 * above its arrow. From a lane to itself it is a note in a box. `{ loop, steps }` is a group.
 */
export function sequence({ title, lanes, steps }) {
  const top = 50;
  const shapes = [];
  const middleOf = (name) => lanes.find(([lane]) => lane === name)[1];
  let y = top + 8;
  const drawStep = ([from, to, given, kind = ""]) => {
    const lines = [given].flat();
    if (from === to) {
      const height = lines.length * lineHeight + 12;
      y += 14;
      shapes.push(box([middleOf(from) - 84, y, 168, height], lines, kind || "box"));
      y += height;
      return;
    }
    const [start, end] = [middleOf(from), middleOf(to)];
    const between = lines.length * lineHeight;
    y += 8 + between;
    shapes.push(text((start + end) / 2, y - between / 2 - 3, lines, "over"));
    y += 6;
    const side = Math.sign(end - start);
    shapes.push(arrow(`${start + side * 2} ${y}, ${end - side * 2} ${y}`, kind === "reply"));
  };
  for (const step of steps) {
    if (Array.isArray(step)) {
      drawStep(step);
      continue;
    }
    const from = y + 14;
    y = from + 26;
    for (const each of step.steps) drawStep(each);
    y += 14;
    shapes.push(group([step.x, from, step.width, y - from], step.loop));
  }
  const bottom = y + 16;
  const verticals = lanes.map(([, x]) => line(`${x} ${top}, ${x} ${bottom}`, true));
  const heads = lanes.map(([name, x, width]) =>
    box([x - width / 2, 14, width, 36], `#${name}`, "accent"),
  );
  return figure({ title, height: bottom + 10 }, [verticals, heads, shapes]);
}

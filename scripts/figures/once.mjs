import { figure, line, text } from "./draw.mjs";

/** What happens, and what the next call does if the process is killed after it. */
const steps = [
  {
    lines: ["#The journal stores the intent: begun"],
    killed: ["Nothing was signed. The next call starts again."],
  },
  {
    lines: [
      "#The history is searched for the intent",
      "~It has none. With one, the call would only wait.",
    ],
  },
  {
    lines: ["#A quote is requested, checked and signed"],
    killed: ["The signature is lost, and nothing was sent.", "The next call signs anew."],
  },
  {
    lines: ["#The journal stores the hash: signed"],
    killed: [
      "The next call looks for the hash. It signs anew only",
      "if there is none a minute after the expiry.",
    ],
  },
  {
    lines: ["#operations.execute: the service has it"],
    killed: ["The next call finds the hash, and waits for it.", "It sends nothing."],
  },
  {
    lines: ["#The history shows the final status"],
    killed: ["The next call finds the record, and stores it."],
  },
  {
    lines: ["#The journal stores the end: done"],
    killed: ["The next call returns the entry. It sends nothing."],
  },
];

const x = 24;
let y = 62;
const mark = (at) => `<circle cx="${x}" cy="${at}" r="14" class="bad"/>\n${text(x, at, "#✕")}`;
const shapes = [text(48, 30, "~The process is killed here.", "start")];
const dots = [mark(30)];
for (const { lines, killed } of steps) {
  const middle = y + ((lines.length - 1) * 19) / 2;
  dots.push(`<circle cx="${x}" cy="${y}" r="7" class="accent"/>`);
  shapes.push(text(48, middle, lines, "start"));
  y += lines.length * 19 + 11;
  if (!killed) continue;
  const height = killed.length * 19 + 12;
  const center = y + height / 2 - 9;
  dots.push(mark(center));
  shapes.push(
    `<rect x="48" y="${center - height / 2}" width="382" height="${height}" rx="6" class="box"/>`,
  );
  shapes.push(text(58, center, killed, "start"));
  y += height + 17;
}
const axis = line(`${x} 62, ${x} ${y - 40}`);

export const once = figure(
  { title: "A payment by once, with the points where the process can be killed", height: y - 6 },
  [axis, dots, shapes],
);

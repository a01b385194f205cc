// How the tour looks: colours where the terminal has them, indented output, and progress on one line.

import { Console } from "node:console";
import { Writable } from "node:stream";

const { stdout, env } = process;
const live = Boolean(stdout.isTTY);
const colored = live && !env.NO_COLOR && stdout.hasColors();

const tone = (code) => (text) => (colored ? `\x1b[${code}m${text}\x1b[0m` : text);
export const tones = {
  strong: tone("1"),
  faint: tone("2"),
  keyword: tone("35"),
  string: tone("32"),
  comment: tone("90"),
};

export function say(text) {
  stdout.write(text);
}

/** The text of a step's function as it stands in its file, without its head, its end, and what it hands to the next steps. */
export function sourceOf(code) {
  const lines = code.toString().split("\n").slice(1, -1);
  const handsOver = lines.findLastIndex((line) => line.startsWith("  return "));
  const shown = lines.slice(0, handsOver < 0 ? undefined : handsOver);
  return shown.map((line) => `  ${tones.faint("│")} ${paint(line.slice(2))}`.trimEnd()).join("\n");
}

const parts =
  /(\/\/.*)|("[^"]*"|`[^`]*`)|\b(const|await|async|for|of|if|else|try|catch|throw|new|break|return|let|instanceof)\b/g;

function paint(line) {
  return line.replace(parts, (text, comment, string) =>
    comment ? tones.comment(text) : string ? tones.string(text) : tones.keyword(text),
  );
}

/** What a step prints with: a console that indents, and a progress line that a terminal shows in place. */
export function stepConsole() {
  let shown = "";
  const print = (text) => say(text.replace(/^(?=.)/gm, "    "));
  const closeLine = () => {
    if (live && shown) say("\n");
    shown = "";
  };
  const output = new Writable({
    decodeStrings: false,
    write(text, _encoding, done) {
      closeLine();
      print(text);
      done();
    },
  });
  return {
    console: new Console({ stdout: output, stderr: output, colorMode: colored }),
    progress(text) {
      if (text === shown) return;
      if (live) say(`\r\x1b[2K    ${text}`);
      else print(`${text}\n`);
      shown = text;
    },
    end: closeLine,
  };
}

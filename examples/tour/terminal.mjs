// The tour's output: colors if the terminal supports them, indented text, and progress on one line.

import { Console } from "node:console";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";

const { stdout, env } = process;
const isTerminal = Boolean(stdout.isTTY);
const hasColors = isTerminal && !env.NO_COLOR && stdout.hasColors();

const style = (code) => (text) => (hasColors ? `\x1b[${code}m${text}\x1b[0m` : text);
export const styles = {
  strong: style("1"),
  faint: style("2"),
  keyword: style("35"),
  string: style("32"),
  comment: style("90"),
};

export function write(text) {
  stdout.write(text);
}

/**
 * Waits until the user presses Enter. Ctrl-C and Ctrl-D end the program. Without a terminal it does
 * not wait.
 */
export async function waitForEnter(text) {
  if (!isTerminal || !process.stdin.isTTY) return;
  const prompt = createInterface({ input: process.stdin, output: stdout });
  const stop = () => process.exit(0);
  prompt.once("close", stop);
  await new Promise((resolve) => prompt.question(text, resolve));
  prompt.off("close", stop);
  prompt.close();
}

/**
 * Formats the source of a step's function, without its signature and its final return statement.
 */
export function formatSource(code) {
  const lines = code.toString().split("\n").slice(1, -1);
  const end = lines.findLastIndex((line) => line.startsWith("  return "));
  return lines
    .slice(0, end < 0 ? undefined : end)
    .map((line) => `  ${styles.faint("│")} ${highlight(line.slice(2))}`.trimEnd())
    .join("\n");
}

const tokens =
  /(\/\/.*)|("[^"]*"|`[^`]*`)|\b(const|await|async|for|of|if|else|try|catch|throw|new|break|return|let|instanceof)\b/g;

function highlight(line) {
  return line.replace(tokens, (text, comment, string) =>
    comment ? styles.comment(text) : string ? styles.string(text) : styles.keyword(text),
  );
}

/**
 * Creates a step's console, which indents, and its progress line, which a terminal updates in
 * place.
 */
export function createStepConsole() {
  let progressText = "";
  const print = (text) => write(text.replace(/^(?=.)/gm, "    "));
  const endProgress = () => {
    if (isTerminal && progressText) write("\n");
    progressText = "";
  };
  const output = new Writable({
    decodeStrings: false,
    write(text, _encoding, done) {
      endProgress();
      print(text);
      done();
    },
  });
  return {
    console: new Console({ stdout: output, stderr: output, colorMode: hasColors }),
    progress(text) {
      if (text === progressText) return;
      if (isTerminal) write(`\r\x1b[2K    ${text}`);
      else print(`${text}\n`);
      progressText = text;
    },
    end: endProgress,
  };
}

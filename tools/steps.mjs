/** Runs the project's commands as named steps with visible progress and timing; plain Node, nothing installed needed. */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** The root folder of the clone, independent of the current folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The command that runs the script of an installed tool with this Node. */
export const installed = (script, ...args) => [
  process.execPath,
  join(root, 'node_modules', script),
  ...args,
];

const run = (command, onOutput, env) =>
  new Promise((resolve) => {
    const child = spawn(command[0], command.slice(1), {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    child.on('error', (error) => {
      onOutput(Buffer.from(`${error.message}\n`));
      resolve(false);
    });
    child.on('close', (code) => resolve(code === 0));
  });

/** Times one part and prints its line: `✓ name (1.2 s)`. Returns { name, ok, took } and the result of `work`. */
export const announce = async (name, work) => {
  const started = performance.now();
  const answer = await work();
  const took = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  console.log(`${answer.ok ? '✓' : '✗'} ${name} (${took})`);
  return { name, took, ...answer };
};

/**
 * Runs one command from the root; `env` adds to the environment. `quiet` shows its output only after a failure; otherwise it is streamed.
 * Returns { name, ok, took, output } with the output as plain text.
 */
export const runStep = async ({ name, command, quiet = false, env = {} }) => {
  if (!quiet) console.log(`\n── ${name}`);
  const chunks = [];
  const result = await announce(name, async () => {
    const onOutput = (chunk) => {
      chunks.push(chunk);
      if (!quiet) process.stdout.write(chunk);
    };
    const ok = await run(command, onOutput, env);
    return { ok, output: stripVTControlCharacters(Buffer.concat(chunks).toString()) };
  });
  if (quiet && !result.ok) console.log(result.output.trimEnd());
  return result;
};

/** Runs steps in order, up to `concurrency` at a time; returns all results in order. */
export const runSteps = async (steps, concurrency) => {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < steps.length) {
      const at = next++;
      results[at] = await runStep(steps[at]);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
};

/** Runs the project's commands as named steps with visible progress and timing; plain Node, nothing installed needed. */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** The root folder of the clone, whatever folder the command was called from. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The script of an installed tool, to be run by this very Node. */
export const installed = (script, ...args) => [
  process.execPath,
  join(root, 'node_modules', script),
  ...args,
];

const run = (command, heard, env) =>
  new Promise((resolve) => {
    const child = spawn(command[0], command.slice(1), {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', heard);
    child.stderr.on('data', heard);
    child.on('error', (error) => {
      heard(Buffer.from(`${error.message}\n`));
      resolve(false);
    });
    child.on('close', (code) => resolve(code === 0));
  });

/** Times one part and prints its line: `✓ name (1.2 s)`. Answers { name, ok, took } and what `work` answered. */
export const announce = async (name, work) => {
  const started = performance.now();
  const answer = await work();
  const took = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  console.log(`${answer.ok ? '✓' : '✗'} ${name} (${took})`);
  return { name, took, ...answer };
};

/**
 * Runs one command from the root; `env` adds to the environment. `quiet` shows its output only when it failed; otherwise it streams through.
 * Answers { name, ok, took, output } with the output as plain text.
 */
export const runStep = async ({ name, command, quiet = false, env = {} }) => {
  if (!quiet) console.log(`\n── ${name}`);
  const kept = [];
  const result = await announce(name, async () => {
    const heard = (chunk) => {
      kept.push(chunk);
      if (!quiet) process.stdout.write(chunk);
    };
    const ok = await run(command, heard, env);
    return { ok, output: stripVTControlCharacters(Buffer.concat(kept).toString()) };
  });
  if (quiet && !result.ok) console.log(result.output.trimEnd());
  return result;
};

/** Runs steps `atOnce` at a time, in order; answers all results in order. */
export const runSteps = async (steps, atOnce) => {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < steps.length) {
      const at = next++;
      results[at] = await runStep(steps[at]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
};

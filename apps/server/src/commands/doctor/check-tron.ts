/** Checks the rail to TRON: its nodes, what they answer of solidified blocks, the seed of deposit addresses, and the paying wallet. */
import { createTronChain } from '../../adapters/tron-rail/chain.ts';
import { readTronKey, readTronKeys } from '../../adapters/tron-rail/tron-rail.ts';
import type { TronSettings } from '../../adapters/tron-rail/tron-settings.ts';
import type { Config } from '../../config/config.ts';
import { checkSeed, OWNED } from './check-rails.ts';
import { type Finding, obstacle, ok, problem, reasonOf, warning } from './finding.ts';

/** None without a rail to TRON. */
export async function checkTron({ tron }: Pick<Config, 'tron'>): Promise<Finding[]> {
  if (tron === undefined) return [];
  const { network, nodeUrl, checkUrl, seedFile, keyFile } = tron;
  const findings = [
    await checkNode(tron, { url: nodeUrl, setting: 'TRON_NODE_URL', node: 'node' }),
  ];
  if (checkUrl === undefined) {
    findings.push(
      warning('rail nodes', {
        found: `${network} has one node, which is believed alone: payouts that expire wait for people.`,
        advice: 'Set TRON_CHECK_NODE_URL to a node of another provider.',
      }),
    );
  } else {
    const second = { url: checkUrl, setting: 'TRON_CHECK_NODE_URL', node: 'second node' };
    findings.push(await checkNode(tron, second));
  }
  // What is not set is listed with the settings.
  if (seedFile !== '') findings.push(checkSeed(seedFile, 'TRON_SEED_FILE', readTronKeys));
  return keyFile === '' ? findings : [...findings, await checkWallet(tron)];
}

/** A node that does not keep what happened in a block answers with fewer receipts than the block has transactions. */
async function checkNode(
  { network, chainId }: TronSettings,
  { url, setting, node }: { url: string; setting: string; node: string },
): Promise<Finding> {
  try {
    const chain = createTronChain(url, chainId);
    const { height, transactions } = await chain.newest();
    const receipts = await chain.receipts(height);
    if (receipts.length < transactions.length) {
      return problem('rails', {
        found: `The ${node} of ${network} does not say what happened in block ${height}.`,
        advice: `Let ${setting} be a node that keeps the results of transactions.`,
      });
    }
    return ok('rails', `The ${node} of ${network} is at solidified block ${height}.`);
  } catch (error) {
    const found = `The ${node} of ${network} cannot be used: ${reasonOf(error)}.`;
    return problem('rails', { found, advice: `Check ${setting} and TRON_CHAIN_ID.` });
  }
}

async function checkWallet({ network, keyFile, nodeUrl, chainId }: TronSettings): Promise<Finding> {
  let wallet: string;
  try {
    ({ wallet } = readTronKey(keyFile));
  } catch (error) {
    const advice = `${OWNED} Check TRON_KEY_FILE.`;
    return obstacle('rail wallet', { found: `${reasonOf(error)}.`, advice });
  }
  const paid = `Payouts on ${network} come from ${wallet}`;
  try {
    const hasAccount = await createTronChain(nodeUrl, chainId).hasAccount(wallet);
    if (!hasAccount) {
      return warning('rail wallet', {
        found: `${paid}, which has no account on the chain yet.`,
        advice: 'Send TRX to it: they make the account, and pay for energy and bandwidth.',
      });
    }
  } catch {
    // That the node does not answer is a finding of its own.
  }
  return ok('rail wallet', `${paid}.`);
}

/** The rails to chains: their nodes, the keys of deposits and payouts, and whether what signs keeps a cap of its own. */
import { formatDecimal } from '@tern/money';
import { createChain } from '../../adapters/evm-rail/chain.ts';
import { readDepositKeys } from '../../adapters/evm-rail/deposit-addresses.ts';
import type { EvmSettings } from '../../adapters/evm-rail/evm-settings.ts';
import { createDepositSigner } from '../../adapters/evm-rail/sweep/deposit-signer.ts';
import {
  createTransferSigner,
  type TransferSigner,
} from '../../adapters/evm-rail/transfer-signer.ts';
import type { Config } from '../../config/config.ts';
import { readKeyFile } from '../../platform/files/read-own-file.ts';
import { type Finding, obstacle, ok, problem, reasonOf, warning } from './finding.ts';

/** Of each chain: its nodes, the seed of deposit addresses, and the paying wallet. */
export async function checkRails({ evm }: Pick<Config, 'evm'>): Promise<Finding[]> {
  return (await Promise.all(evm.map(checkChain))).flat();
}

async function checkChain(evm: EvmSettings): Promise<Finding[]> {
  const { network, rpcUrl, checkUrl } = evm;
  const findings = [await checkNode(evm, { url: rpcUrl, setting: 'EVM_RPC_URL', node: 'node' })];
  if (checkUrl === undefined) {
    findings.push(
      warning('rail nodes', {
        found: `${network} has one node, which is believed alone.`,
        advice: 'Set EVM_CHECK_RPC_URL to a node of another provider.',
      }),
    );
  } else {
    const second = { url: checkUrl, setting: 'EVM_CHECK_RPC_URL', node: 'second node' };
    findings.push(await checkNode(evm, second));
  }
  // What is not set is listed with the settings.
  if (evm.seedFile !== '') {
    findings.push(checkSeed(evm.seedFile, 'EVM_SEED_FILE', readDepositKeys));
  }
  findings.push(checkSweep(evm));
  if ('keyFile' in evm.signer && evm.signer.keyFile === '') return findings;
  try {
    const signer = createTransferSigner(evm.signer);
    findings.push(ok('rail wallet', `Payouts on ${network} come from ${signer.address}.`));
    findings.push(await checkOwnCap(signer, network));
  } catch (error) {
    const advice = `${OWNED} Check EVM_KEY_FILE or EVM_SIGNER_ADDRESS.`;
    findings.push(obstacle('rail wallet', { found: `${reasonOf(error)}.`, advice }));
  }
  return findings;
}

async function checkNode(
  { network, chainId }: EvmSettings,
  { url, setting, node }: { url: string; setting: string; node: string },
): Promise<Finding> {
  try {
    const head = await createChain(url, chainId).head();
    return ok('rails', `The ${node} of ${network} is at block ${head}.`);
  } catch (error) {
    const found = `The ${node} of ${network} cannot be used: ${reasonOf(error)}.`;
    return problem('rails', { found, advice: `Check ${setting} and EVM_CHAIN_ID.` });
  }
}

/** Whether deposits leave their addresses, and where the keys for it are. */
function checkSweep(evm: EvmSettings): Finding {
  const { network, sweep, signer } = evm;
  if (sweep === undefined) {
    const found = `Deposits on ${network} stay where they arrive.`;
    return warning('rail sweeps', {
      found,
      advice: 'Set EVM_SWEEP_ABOVE, or sweep them yourself.',
    });
  }
  try {
    createDepositSigner(evm);
  } catch (error) {
    const advice = `${OWNED} Check EVM_SWEEP_KEY_FILE.`;
    return obstacle('rail sweeps', { found: `${reasonOf(error)}.`, advice });
  }
  if (sweep.keyFile === undefined && 'url' in signer) {
    return ok('rail sweeps', `The signer signs the sweeps of ${network}.`);
  }
  return warning('rail sweeps', {
    found: `The keys of all deposits on ${network} are on this machine.`,
    advice: 'Set EVM_SIGNER_URL, and leave EVM_SWEEP_KEY_FILE out.',
  });
}

/** Whether what signs keeps a cap that this machine cannot lift. */
async function checkOwnCap(signer: TransferSigner, network: string): Promise<Finding> {
  const advice =
    'Run `npm run signer` on another machine, and set EVM_SIGNER_URL (docs/signer.md).';
  try {
    const outflow = await signer.outflow();
    if (outflow === undefined) {
      const found = `What signs on ${network} says no cap of its own: who has this server has the wallet.`;
      return warning('rail signer', { found, advice });
    }
    const caps = [...outflow].map(([asset, { cap }]) => `${formatDecimal(cap)} ${asset}`);
    return ok('rail signer', `The signer of ${network} signs within 24 hours ${caps.join(', ')}.`);
  } catch (error) {
    const found = `The signer of ${network} does not answer: ${reasonOf(error)}.`;
    return problem('rail signer', {
      found,
      advice: 'Check EVM_SIGNER_URL, and that the signer runs.',
    });
  }
}

export const OWNED = "A file of keys belongs to the server's user, with the rights 0600.";

/** `read`: throws for a file that is not what its setting demands. */
export function checkSeed(
  seedFile: string,
  setting: string,
  read: (seedFile: string) => unknown,
): Finding {
  try {
    read(seedFile);
    if (readKeyFile(seedFile).startsWith('xp')) {
      return ok('rail seed', `${seedFile} is a public key: nobody can spend with it.`);
    }
  } catch (error) {
    return obstacle('rail seed', {
      found: `${reasonOf(error)}.`,
      advice: `${OWNED} Check ${setting}.`,
    });
  }
  return warning('rail seed', {
    found: `${seedFile} contains a recovery phrase, which can spend every deposit.`,
    advice: 'Keep only the extended public key on this machine.',
  });
}

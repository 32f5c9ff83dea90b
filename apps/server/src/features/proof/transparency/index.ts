/** Transparency: signed heads of the tick chains, evidence of contracts, seeds of simulated days. */
import type { EvidenceBundle, TriggerReceipt } from '@tern/proofs';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Feature } from '../../../platform/feature.ts';
import { factEndpoints } from './fact-endpoints.ts';
import {
  type ProvableContract,
  proveContract,
  type ReceiptedContract,
  signReceipt,
} from './prove-contract.ts';
import { addLogProofs, type LoggedDeps } from './prove-logged.ts';
import { type MetCondition, proveTrigger } from './prove-trigger.ts';
import { publishSeeds, type SeedDeps } from './publish-seeds.ts';
import { transparencyRoutes } from './routes.ts';
import { sealChains, type SealDeps } from './seal-chains.ts';
import { sealFacts } from './seal-facts.ts';
import { openSigner, type Signer, type SigningKeyDeps } from './signing-key.ts';

export { assetFigures } from './figures/compute-figures.ts';
export { createPublicFigures } from './figures/publish-figures.ts';
export { unpackTicks } from './pack-ticks.ts';
export type { MetCondition } from './prove-trigger.ts';
export type { ProvableContract, ReceiptedContract } from './prove-contract.ts';

export interface TransparencyDeps extends SealDeps, SeedDeps, SigningKeyDeps {
  readonly database: Database;
  readonly publicLog: SealDeps['publicLog'] & LoggedDeps['publicLog'];
}

export interface Transparency extends Feature {
  /** The signature of a contract's receipt in hexadecimal, always the same for a contract. Only after `start`. */
  signReceipt(contract: ProvableContract): string;
  /** The key that signs what the exchange states. Only after `start`. */
  signer(): Pick<Signer, 'keyId' | 'sign' | 'signAside'>;
  /** Undefined until a tick after the contract's end is stored, or when the chain is incomplete or broken. */
  proveContract(reader: Reader, contract: ReceiptedContract): Promise<EvidenceBundle | undefined>;
  /**
   * The evidence with its proofs of the public log; a head that is not sealed yet is sealed for it.
   * Undefined as of `proveContract`, and while another instance seals.
   */
  proveInLog(contract: ReceiptedContract, memberId: number): Promise<EvidenceBundle | undefined>;
  /** Undefined until the price that met it is stored, or when the chain is broken. */
  proveTrigger(reader: Reader, met: MetCondition): Promise<TriggerReceipt | undefined>;
  /** Signs the head of every chain. A job calls it every minute. */
  sealChains(): Promise<void>;
  /** Puts statements of what was published since into the public log. The same job calls it. */
  sealFacts(): Promise<void>;
}

const SEAL_MS = MINUTE_MS;
const SEEDS_MS = 10 * MINUTE_MS;

export function createTransparency(deps: TransparencyDeps): Transparency {
  let opened: Signer | undefined;
  const signer = (): Signer => {
    if (opened === undefined) throw new Error('transparency has not been started');
    return opened;
  };
  const seal = () => sealChains(deps, signer());
  const stateFacts = () => sealFacts(deps);
  const sealAll = async () => {
    try {
      await seal();
    } finally {
      await stateFacts();
    }
  };
  const publish = () => publishSeeds(deps, signer());
  return {
    slug: 'transparency',
    routes: transparencyRoutes(deps),
    endpoints: factEndpoints(deps.database),
    jobs: [
      { name: 'transparency.seal', everyMs: SEAL_MS, run: sealAll },
      { name: 'transparency.seeds', everyMs: SEEDS_MS, run: publish },
    ],
    signReceipt: (contract) => signReceipt(signer(), contract),
    signer,
    proveContract: (reader, contract) =>
      proveContract(reader, { ...deps, signer: signer() }, contract),
    async proveInLog(contract, memberId) {
      const prove = () => proveContract(deps.database, { ...deps, signer: signer() }, contract);
      const bundle = await prove();
      if (bundle === undefined) return undefined;
      const logged = await addLogProofs(deps, bundle, memberId);
      if (logged !== undefined) return logged;
      const instrument = deps.instruments.find(contract.terms.symbol)!;
      await sealChains(deps, signer(), [instrument]);
      const sealed = await prove();
      return sealed && addLogProofs(deps, sealed, memberId);
    },
    proveTrigger: (reader, met) => proveTrigger(reader, { ...deps, signer: signer() }, met),
    sealChains: seal,
    sealFacts: stateFacts,
    async start() {
      opened = await openSigner(deps);
      await publish();
    },
  };
}

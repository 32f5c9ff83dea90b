/** Every workload of `npm run bench`, in the order in which they run. */
import { cluster } from './cluster/workload.ts';
import { contracts } from './contracts/workload.ts';
import { feed } from './feed/workload.ts';
import { find } from './find/workload.ts';
import { history } from './history/workload.ts';
import { home } from './home/workload.ts';
import { ledger } from './ledger/workload.ts';
import { liabilities } from './liabilities/workload.ts';
import { matching } from './matching/workload.ts';
import { orderCosts } from './order-costs/workload.ts';
import { orderLatency } from './order-latency/workload.ts';
import { orderWaiting } from './order-waiting/workload.ts';
import { orders } from './orders/workload.ts';
import { products } from './products/workload.ts';
import { restart } from './restart/workload.ts';
import { screens } from './screens/workload.ts';
import type { Workload } from './workload.ts';
import { years } from './years/workload.ts';

export const workloads: readonly Workload[] = [
  matching,
  orders,
  orderCosts,
  orderLatency,
  orderWaiting,
  ledger,
  contracts,
  products,
  liabilities,
  history,
  find,
  years,
  feed,
  home,
  screens,
  restart,
  cluster,
];

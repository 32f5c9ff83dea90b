/** The features of Tern: one slug names the same feature in every part of the tree. */
export const slugs: ReadonlySet<string> = new Set([
  'auth',
  'profile',
  'security',
  'account-data',
  'second-factor',
  'identity',
  'market',
  'pricing',
  'market-data',
  'feed',
  'htx-gateway',
  // TradingView's name for its data feed format.
  'udf',
  'history-files',
  'spot',
  'keys',
  'operators',
  'operations',
  'futures',
  'offering',
  'products',
  // The server's feature for the versions of all products.
  'catalogue',
  'staking',
  'earn',
  'funding',
  'deposit',
  'withdrawal',
  'fiat',
  // The server's feature for these three: they are one request with four kinds.
  'funding',
  'swap',
  'fee-level',
  // In the app only: where an order stood.
  'order-receipt',
  'price-alert',
  'member-transfer',
  'recurring-buy',
  // In the app only: the phone reads the code.
  'scan',
  'loan',
  'assets',
  'invitation',
  'announcement',
  'notification',
  'support',
  'site',
  // In the app only: version, simulation, licences.
  'about',
  // For operators: which markets trade.
  'markets',
  // The pages of places that the specification's platform brings.
  'location',
  // For operators: accounts of the exchange, revenue, capital.
  'treasury',
  // For operators: orders at another exchange against what swaps left.
  'hedging',
  // For operators: the trial balance of each day, and files of records.
  'day-close',
  // For operators: names and addresses of published lists.
  'screening',
  // For operators: suspicions, and what two people decide of them.
  'cases',
  // For operators: rules that look at money and orders.
  'monitoring',
  'transparency',
  'public-log',
  'liabilities',
  // On the server only: the app does not check it.
  'reserves',
  'statement',
]);

/** The server has one feature for operators; in the console each of its parts has its own page. */
export const consolePages: ReadonlySet<string> = new Set([
  'session',
  'reviews',
  'customers',
  'chain',
  'settings',
  'audit-viewer',
  'announcement',
  'operators',
  'operations',
  'markets',
  'futures',
  'products',
  'support',
  'treasury',
  'day-close',
  'screening',
  'cases',
  'monitoring',
]);

/** The text of each check of a listing when it passed, and when it failed. */
export const listingChecks = {
  'coin-complete': ['The coin is described', 'Something of the coin is missing or wrong'],
  'name-free': ['Code and name are free', 'Another coin has this code or name'],
  'picture-kept': ['The picture is kept', 'The picture is missing: upload it again'],
  'uses-priced': [
    'Its products have the price that they need',
    'A product needs a price of sources, and members alone make this one',
  ],
  'names-written': ['Names are written', 'Names are missing'],
  'networks-complete': [
    'Networks have their amounts',
    'An amount of a network is missing or wrong',
  ],
  'networks-carried': ['Each network carries the coin', 'A network does not carry the coin here'],
  'contracts-free': ['Contracts are of no other coin', 'A contract is the one of another coin'],
  'market-complete': ['The market is described', 'Something of the market is missing or wrong'],
  'market-free': ['The market is new', 'The market exists, or another listing of it waits'],
  'coins-listed': ['Both coins exist', 'One of the two coins does not exist'],
  'fee-of-smallest': [
    'The smallest order pays a fee',
    'The fee of the smallest order is less than a smallest unit',
  ],
  'orders-replayed': [
    'Two order books replayed orders alike',
    'Two order books did not replay orders alike, or an order does not fit',
  ],
  'step-of-price': ['The step is small beside the price', 'The step is over 0.1% of the price'],
  'lot-in-smallest': [
    'The smallest order has a whole lot',
    'One lot is worth more than the smallest order',
  ],
  'sources-answer': ['Each source answered with a price', 'A source sent no price'],
  'one-may-fail': ['One source may be silent', 'Fewer than two sources have a price'],
  'sources-agree': ['Sources agree within 0.5%', 'Sources are further apart than 0.5%'],
  liquidity: [
    'The treasury can quote the market',
    'The treasury has not both coins in the account that quotes',
  ],
  'listing-not-opened': ['It has not opened', 'It has opened, or was withdrawn'],
  'opens-later': ['The opening is ahead', 'The opening is missing, or has passed'],
} as const;

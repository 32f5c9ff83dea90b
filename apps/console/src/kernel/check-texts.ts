/** The text of each automatic check of a review when it passed, and when it failed. */
import { listingChecks } from './listing-checks.ts';

export const checkTexts = {
  'address-possible': ['Address is valid on its network', 'Address is not valid on its network'],
  'address-no-contract': [
    'Address is no token contract',
    'Address is the contract of a token: what is sent there is lost',
  ],
  'address-not-ours': [
    'Address is none of ours',
    'Address is one of ours: what is sent there comes back as a deposit',
  ],
  'address-no-look-alike': [
    'No look-alike of a known address',
    'Begins and ends like an address that the customer saved or was paid at',
  ],
  'network-carried': ['Network is supported', 'Network is not supported here'],
  'account-not-frozen': ['Account is not frozen', 'Account is frozen'],
  'identity-verified': ['Identity verified', 'Identity not verified'],
  'no-password-change-in-24h': ['No password change in 24 h', 'Password changed within 24 h'],
  'screening-clear': ['Names and addresses are clear', 'Being checked: it cannot be approved yet'],
  'screening-lists-current': [
    'Lists of sanctions are current',
    'A list of sanctions was not read for 48 h, or none is loaded',
  ],
  'address-paid-before': ['Address was paid before', 'Address was never paid before'],
  'three-weeks-notice': [
    'Members have three weeks of notice',
    'Less than three weeks until its first date: propose it again',
  ],
  ...listingChecks,
  'coin-has-no-other-use': [
    'No other market or product has the coin',
    'Another market or product has the coin',
  ],
  'coin-in-no-product': [
    'No member has the coin in a product',
    'Members have the coin in a product, or owe it',
  ],
  'network-open': [
    'Withdrawals are open on this network',
    'Withdrawals are closed on this network',
  ],
  'frozen-by-owner-only': [
    'Frozen by the customer alone',
    'Staff froze the account too, or it isn’t frozen',
  ],
  'waited-24h': ['24 hours have passed since the request', 'Less than 24 hours since the request'],
  'identity-compared': ['Identity compared', 'Compare the person with what we know, then confirm'],
  'login-free': ['Name is available', 'Name is taken'],
  'roles-in-force': ['The roles are in force', 'A role has ended since'],
  'approvers-left': ['At least two approvers remain', 'Fewer than two approvers would remain'],
  'role-as-proposed': [
    'The role is as it was proposed',
    'The role has changed since: propose it again',
  ],
  'role-name-free': ['The name is available', 'Another role has or had this name'],
  'work-possible': [
    'What is possible now stays possible',
    'Nobody could do this any more, or nobody could be the second',
  ],
  'role-unheld': ['Nobody holds the role', 'An operator holds the role'],
  'duties-separate': [
    'No duties that two people should have',
    'One role joins duties that two people should have',
  ],
  'address-own': ['Address is the customer’s own', 'Address is not the customer’s own'],
  'not-credited-by-itself': [
    'Not credited automatically',
    'Will be credited automatically once the network confirms it',
  ],
  'not-credited-already': [
    'Not credited already',
    'The same amount was already credited automatically',
  ],
  'image-not-used-before': ['Image not used before', 'The same image was used before'],
  'amount-usual': ['Amount is usual', 'More than ten times any earlier deposit'],
  'deposits-open': ['Deposits are open on this network', 'Deposits are closed on this network'],
  'house-can-fund': ['The exchange can fund this version', 'The exchange can’t fund this version'],
  'house-can-take-out': [
    'Cover and accounts allow this amount',
    'Less can be taken out now: cover or accounts need it',
  ],
  'house-can-lend': ['The exchange can lend this amount', 'The exchange can’t lend this amount'],
  'images-not-elsewhere': [
    'Images sent by no other account',
    'Another account sent the same image',
  ],
  'account-not-new': ['Account is not new', 'Account is new'],
  'name-as-verified': [
    'Bank money in the customer’s own name',
    'The name at the bank is not the verified one: compare them',
  ],
  'name-as-at-banks': ['Name as at the banks', 'Another name at a bank'],
  'product-offered': ['Offered where the customer lives', 'Not offered where the customer lives'],
  'no-overdue-loan': ['No overdue loan', 'Another loan of this customer is overdue'],
  'receipt-recorded': ['Receipt recorded', 'No receipt recorded yet'],
  'amount-as-announced': ['Amount as announced', 'The amount that arrived differs'],
  'card-paid-before': ['Card was paid before', 'Card was never paid before'],
  'currency-open': [
    'Withdrawals are open in this currency',
    'Withdrawals are closed in this currency',
  ],
  'terms-possible': ['Values are consistent', 'Values conflict with an announced change'],
  'product-terms-valid': ['Terms are valid', 'Terms are not valid'],
  'languages-complete': [
    'Written in all fourteen languages',
    'Some languages are missing: those customers will see English',
  ],
  'leads-nowhere': ['No external links', 'Contains an external link: check where it leads'],
  'room-under-cap': [
    'Room under the cap of 24 hours',
    'Over the cap of 24 hours: it waits after approval',
  ],
  'waits-for-cap': ['Waits for room under the cap', 'No longer waits'],
  'transfer-under-way': ['Still pending', 'No longer pending'],
  'rail-cannot-tell': [
    'The network gives no answer',
    'The network has answered or may still answer',
  ],
  'place-taken': [
    'It can no longer be sent',
    'A transaction was signed: name the one that replaced it, or wait until it has expired',
  ],
  'nothing-signed': ['No transaction was signed', 'A transaction was signed for it'],
  'payment-counts-once': [
    'Transaction pays only this withdrawal',
    'Transaction pays another withdrawal',
  ],
  'payment-as-signed': [
    'Matches the signed transaction',
    'Differs from the signed transaction: it must have used the same nonce',
  ],
  'not-settled-yet': ['Not settled yet', 'Already settled'],
  'address-of-nobody-else': [
    'Address belongs to no other customer',
    'Address belongs to another customer',
  ],
  'not-told-as-well': [
    'Customer reported no deposit of this amount',
    'Customer reported a deposit of this amount',
  ],
  'enough-available': ['Enough available balance', 'Not enough available balance'],
} as Readonly<Record<string, readonly [passed: string, failed: string]>>;

/** What the dealer says in words of his own; the rest is told as the record tells it. */
export const calls = {
  'call.no_more_bets': 'No more bets.',
  'call.dropped': 'Collection dropped: {amount}.',
  'call.flop': 'The flop: {cards}.',
  'call.river': 'Turn and river: {cards}.',
  'call.dealer': 'The dealer has {hand}: {cards}.',
  'call.dealer_short': 'The dealer has {hand}: {cards}. No pair.',
  'call.folded': '{who} folded {hand}.',
  'call.returned': '{who}’s {wager} goes back: {short} is not covered.',
  'call.envy': 'Envy! {who} gets {paid} for the hand in seat {source}.',
  'call.short': 'The bank’s cover is exhausted: {short} not covered.',
  'call.approval': 'Floor approval pending: {amount} to {who}.',
  'moment.exhausted': 'The bank’s cover is exhausted: what it does not reach goes back.',
};

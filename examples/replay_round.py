"""Write a round down as text, and play it again: the engine checks every line."""

import uth

played = uth.Table("cardroom-25", seed="monday").play_round()
print(played.notation)
replayed = uth.replay(played.notation)
assert [event for event in replayed.events if event in played.settled] == list(played.settled)
print("replayed to the same cent")

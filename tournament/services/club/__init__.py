"""What the club remembers across tournaments: people, evenings, ladders, ratings."""

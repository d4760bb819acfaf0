graph [
  directed 1
  node [
    id 0
    label "alice"
  ]
  node [
    id 1
    label "bob"
  ]
  node [
    id 2
    label "carol"
  ]
  node [
    id 3
    label "dave"
    risk 0.25
  ]
  edge [
    source 0
    target 1
    weight 12.5
  ]
  edge [
    source 1
    target 0
    weight 3.0
  ]
  edge [
    source 2
    target 1
    weight 1.0
  ]
]

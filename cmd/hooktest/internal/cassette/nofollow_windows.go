package cassette

const noFollow = 0

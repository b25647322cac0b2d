"""The networks of the papers, by name, as settings of the one network."""

from scrubjay.models.network import NetworkSettings

FAMILIES: dict[str, NetworkSettings] = {
    # F1.1-F1.3, Table 1: pretrained vectors and casing, no characters, so that rare spellings give nobody away.
    "s1": NetworkSettings(
        words=300,
        casing=True,
        characters="none",
        cell="standard",
        layers=2,
        units=128,
        hidden=0,
        word_dropout=0.1,
        input_dropout=0.0,
        recurrent_dropout=0.25,
        output_dropout=0.5,
    ),
    # F3.1, F4.1: S3 and S4.
    "neuroner": NetworkSettings(),
    # F5.2-F5.6: one-hot characters, no CRF.
    "s5": NetworkSettings(
        words=300,
        characters="one-hot",
        character_units=128,
        learned_start=False,
        crf=False,
    ),
}

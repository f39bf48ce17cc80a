//! Bytes as a saved mask: in the binary layout (with a right checksum), as text, as JSON, as CBOR. They are refused, or they load as a mask
//! that saves to equal bytes.

use mask::Mask;
use testkit::saved::reseal;

/// Runs the target.
pub fn check(data: &[u8]) {
    let mut bytes = data.to_vec();
    reseal(&mut bytes);
    if let Ok(mask) = Mask::from_bytes(&bytes) {
        assert_eq!(mask.to_bytes(), bytes);
        check_round_trip(&mask);
    }
    if let Some(mask) = std::str::from_utf8(data).ok().and_then(|text| text.parse::<Mask>().ok()) {
        check_round_trip(&mask);
    }
    if let Ok(mask) = serde_json::from_slice::<Mask>(data) {
        check_round_trip(&mask);
    }
    if let Ok(mask) = ciborium::from_reader::<Mask, _>(data) {
        check_round_trip(&mask);
    }
}

/// Checks that a loaded mask is valid, and that every format restores it.
fn check_round_trip(mask: &Mask) {
    mask.validate();
    assert_eq!(&Mask::from_bytes(&mask.to_bytes()).unwrap(), mask);
    let text = serde_json::to_string(mask).unwrap();
    assert_eq!(&serde_json::from_str::<Mask>(&text).unwrap(), mask);
    let mut bytes = Vec::new();
    ciborium::into_writer(mask, &mut bytes).unwrap();
    assert_eq!(&ciborium::from_reader::<Mask, _>(&bytes[..]).unwrap(), mask);
    assert_eq!(&Mask::from_bits(mask.width(), mask.height(), &mask.to_bits()).unwrap(), mask);
    let same = if mask.width() > 0 && mask.height() > 0 { mask.clone() } else { Mask::new(0, 0).unwrap() };
    assert_eq!(mask.to_string().parse::<Mask>().unwrap(), same);
}

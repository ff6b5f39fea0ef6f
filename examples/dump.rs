use proto_diff::{schema::*, pairing::*, changes::*};
fn main(){
  let a: Vec<String>=std::env::args().collect();
  let l=|p:&str| { match schema_load(p) { Ok(s)=>s, Err(e)=>{eprintln!("{e:?}"); std::process::exit(2)} } };
  let (o,n)=(l(&a[1]),l(&a[2]));
  let p=pair(&o,&n,&PairingOptions::default());
  for x in &p.packages { println!("P {x:?}"); }
  for x in &p.files { println!("F {x:?}"); }
  for x in &p.messages { match x { Pair::Both{old,new,basis:b@Basis::Inferred{..}}=>println!("M {} {} {b:?}",o[*old].nested_name,n[*new].nested_name), Pair::Old(i)=>println!("M- {}",o[*i].nested_name), Pair::New(i)=>println!("M+ {}",n[*i].nested_name), _=>{} } }
  for (k,v) in &p.methods { for x in v { match x { Pair::Both{old,new,basis:b@Basis::Inferred{..}}=>println!("R {} {} {b:?}",o[k.0].methods[*old].element.name,n[k.1].methods[*new].element.name), Pair::Old(i)=>println!("R- {}",o[k.0].methods[*i].element.name), Pair::New(i)=>println!("R+ {}",n[k.1].methods[*i].element.name), _=>{} } } }
  for c in find(&o,&n,&p) {
    let s = match &c.subject { Subject::Field{messages,field}=>format!("{} {} -> {}", messages.old().map(|m|o[*m].nested_name.clone()).unwrap_or_default(), field.old().map(|f|{let f=f.get(&o);format!("{}={} {}",f.name(),f.number,o.type_name(f))}).unwrap_or_default(), field.new().map(|f|{let f=f.get(&n);format!("{}={} {}",f.name(),f.number,n.type_name(f))}).unwrap_or_default()), s=>format!("{s:?}")};
    println!("{:?} {} {:?}", c.kind, s, c.detail);
  }
}
fn schema_load(p:&str)->Result<Schema, SchemaError>{ load(&SchemaLocator::Path(p.into()), &LoadOptions::default()) }
